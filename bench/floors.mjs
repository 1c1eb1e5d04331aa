/** The least that a row's judged figure may be (the most, if less is better), by the row's name. `--check` fails below it. */
export const floors = {
  'create-file': 0.28,
  'create-settling': 0.18,
  'create-one-connection': 0.33,
  invalid: 0.5,
  'status-query': 0.45,
  'create-p99': 6,
  chain: 0.055,
  advance: 0.8,
  'resident-memory': 150,
}
