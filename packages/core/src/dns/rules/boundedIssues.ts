import type { InputIssue } from "../../shared/index.ts"

/** Maximum number of issues in one response. */
export const maximumIssues = 1000

/** Characters of input that a response repeats; entries beyond contain only their pointer. */
const maximumEcho = 1_000_000

/** Problems in the order of their pointers, up to the limit of one response, each with a bounded part of the request. */
export const boundedIssues = (issues: ReadonlyArray<InputIssue>): ReadonlyArray<InputIssue> =>
  withBoundedInput(inOrder(issues).slice(0, maximumIssues))

/** Sorts problems by their pointers; those of the request as a whole are last. */
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
