/** Where something is in a scenario file: the keys and list positions that lead to it. */
export type Path = readonly PropertyKey[]
