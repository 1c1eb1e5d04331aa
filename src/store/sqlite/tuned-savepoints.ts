/**
 * Commits the commands of a turn without savepoints. If one of them throws, commits them again with a savepoint for each.
 * Serves the row `create-file` of `npm run bench`: always with savepoints, a create call takes a tenth more processor time.
 */
export function withoutSavepointsFirst<R>(commitAll: (savepoints: boolean) => R): R {
  try {
    return commitAll(false)
  } catch {
    return commitAll(true)
  }
}
