/** The least that a row's judged figure may be (the most, if less is better), by the row's name. `--check` fails below it. */
export const floors = {
  'create-file': 0.25,
  'create-settling': 0.18,
  'create-one-connection': 0.3,
  'create-turns': 1.1,
  'log-pages': 5.8,
  'write-calls': 12.6,
  'function-calls': 900,
  invalid: 0.4,
  'status-query': 0.38,
  'create-p99': 8,
  chain: 0.055,
  advance: 0.8,
  'resident-memory': 150,
  'start-chunks': 12,
  'start-bytes': 600,
}
