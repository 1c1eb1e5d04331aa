/** The YAML parser. */
export type Yaml = typeof import('yaml')

/** Loads the parser, which takes 65 ms: it is given to those who use it. */
export function loadYaml(): Promise<Yaml> {
  return import('yaml')
}
