/** The least that a row's judged figure may be (the most, if less is better), by the row's name. `--check` fails below it. */
export const floors = {
  'create-file': 0.15,
  'create-settling': 0.16,
  'create-one-connection': 0.24,
  'create-turns': 1.1,
  'log-pages': 5.8,
  'write-calls': 14.5,
  'function-calls': 900,
  invalid: 0.4,
  'status-query': 0.25,
  'create-p99': 6.5,
  chain: 0.038,
  advance: 0.52,
  // 27 MB of it are in use: the V8 of Node 24 keeps room for what is short-lived. On Node 20 it was 157.
  'resident-memory': 300,
  'start-chunks': 12,
  'start-bytes': 600,
}
