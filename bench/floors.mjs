/**
 * The least that a row's judged figure may be with `--check` (the most, where less is better), by the row's name. Only
 * rows that proved stable over ten runs belong here, each with a floor well below the worst of the ten; none has been
 * run ten times yet.
 */
export const floors = {}
