/** True with `NAMEWRIGHT_TESTS=full`, which also runs the files named `*.full.*`. */
export const isFull = process.env["NAMEWRIGHT_TESTS"] === "full"

/**
 * Number of rounds of a random or repeated test: `usual` in `npm test`, `full` with `NAMEWRIGHT_TESTS=full`, as in
 * `.ci/run`. The test's own variable overrides both.
 */
export const testSize = (usual: number, full: number, variable?: string): number =>
  Number((variable === undefined ? undefined : process.env[variable]) ?? (isFull ? full : usual))
