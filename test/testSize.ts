/** True with `NAMEWRIGHT_TESTS=full`: the files named `*.full.*` run as well. */
export const isFull = process.env["NAMEWRIGHT_TESTS"] === "full"

/**
 * Size of a test whose rounds are random or repeated: `usual` in `npm test`, `full` with `NAMEWRIGHT_TESTS=full`, as in
 * `.ci/run`. A variable of the test, if it is set, comes before both.
 */
export const testSize = (usual: number, full: number, variable?: string): number =>
  Number((variable === undefined ? undefined : process.env[variable]) ?? (isFull ? full : usual))
