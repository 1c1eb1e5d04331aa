import { draftsIn } from '../files/file-contents.ts'
import type { Finding } from '../files/findings.ts'
import type { ScenarioFile } from '../files/scenario-file.ts'
import type { Path } from '../language/path.ts'
import type { KnownNames } from './known-names.ts'
import { lintScenario, nameFindings } from './lint-scenario.ts'

/** What is wrong with values in whose place later ones with the same key came: nobody knows which of the two is meant. */
export function replacedFindings({ replaced }: ScenarioFile, results: KnownNames): readonly Finding[] {
  return replaced.flatMap(({ path, tree, declared }) => {
    // What stands beside a key within a scenario is not in this tree.
    const judge = path.length <= scenarioDepth ? lintScenario : nameFindings
    const stories = draftsIn(declared).flatMap(([name, draft]) =>
      draft ? judge(draft, results).map((each) => ({ ...each, path: ['scenarios', name, ...each.path] })) : [],
    )
    return [...declared.findings, ...stories]
      .filter((each) => startsWith(each.path, path))
      .map((each) => ({ ...each, tree }))
  })
}

/** `scenarios` and its name. */
const scenarioDepth = 2

function startsWith(path: Path, start: Path): boolean {
  return start.every((step, index) => path[index] === step)
}
