/** Where something is in a file: the keys and list positions that lead to it. */
export type Path = readonly PropertyKey[]
