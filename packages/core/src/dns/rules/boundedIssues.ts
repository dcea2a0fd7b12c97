import type { InputIssue } from "../../shared/index.ts"

/** Maximum number of issues in one response. */
export const maximumIssues = 1000

/** Characters of inputs that are repeated in an answer; beyond, entries name their pointer only. */
const maximumEcho = 1_000_000

/** Problems in the order of their pointers, up to the limit of one response, each with a bounded part of the request. */
export const boundedIssues = (issues: ReadonlyArray<InputIssue>): ReadonlyArray<InputIssue> =>
  withBoundedInput(inOrder(issues).slice(0, maximumIssues))

/** Problems of a request as a whole come last. */
export const inOrder = (issues: ReadonlyArray<InputIssue>): ReadonlyArray<InputIssue> =>
  issues.toSorted((left, right) => indexOf(left) - indexOf(right))

export const withBoundedInput = (issues: ReadonlyArray<InputIssue>): ReadonlyArray<InputIssue> => {
  const sizes = new Map<unknown, number>()
  let echoed = 0
  return issues.map((issue) => {
    const size = sizes.get(issue.input) ?? JSON.stringify(issue.input)?.length ?? 0
    sizes.set(issue.input, size)
    if (echoed + size > maximumEcho) return { ...issue, input: null }
    echoed += size
    return issue
  })
}

const indexOf = ({ loc }: InputIssue): number => loc.find((part) => typeof part === "number") ?? Infinity
