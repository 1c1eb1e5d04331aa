import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateXML } from 'xmllint-wasm'

const schema = readFileSync(join(import.meta.dirname, 'junit.xsd'), 'utf8')

/** What is wrong with a JUnit report by its schema; nothing when it is right. */
export async function junitFaults(xml: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml: { fileName: 'report.xml', contents: xml }, schema })
  return errors.map(({ message }) => message)
}
