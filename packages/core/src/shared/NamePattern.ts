import { Effect, Schema, SchemaGetter, SchemaIssue } from "effect"
import { idnLabelProblem } from "./IdnLabel.ts"
import { limits } from "./Limits.ts"

/**
 * Labels of a name in its canonical text, nearest first, without the root. A dot within a label is escaped by a
 * backslash.
 */
export const labelsOfName = (name: string): ReadonlyArray<string> =>
  name.includes("\\") ? name.match(/(?:\\.|[^\\.])+/g) ?? [] : name.split(".").filter((label) => label !== "")

/** True if the labels match the pattern: `*` matches one or more labels, every other label itself. */
export const labelsMatch = (pattern: ReadonlyArray<string>, labels: ReadonlyArray<string>): boolean => {
  // The last star that was entered can take more labels; earlier ones need not be tried again.
  let label = 0
  let part = 0
  let star = -1
  let taken = 0
  while (label < labels.length) {
    if (pattern[part] === "*") {
      star = part++
      taken = ++label
    } else if (part < pattern.length && pattern[part] === labels[label]) {
      part++
      label++
    } else if (star >= 0) {
      part = star + 1
      label = ++taken
    } else return false
  }
  return part === pattern.length
}

const labelProblem = (label: string): string | undefined => {
  if (label === "*") return undefined
  if (label === "") return "A label of a pattern is empty"
  if (label.includes("*")) return "A * must be a whole label"
  if (label.length > limits.domainName.label) return `A label has at most ${limits.domainName.label} characters`
  if (!/^[a-z0-9_-]+$/.test(label)) {
    return "A label consists of ASCII letters, digits, hyphens and underscores; write international names in their xn-- form"
  }
  return label.startsWith("xn--") ? idnLabelProblem(label) : undefined
}

/** Describes the problem of a pattern in lower case and without a final dot; undefined if it is valid. */
const patternProblem = (pattern: string): string | undefined =>
  pattern.length > limits.domainName.maximum
    ? `A pattern has at most ${limits.domainName.maximum} characters`
    : pattern.split(".").map(labelProblem).find((problem) => problem !== undefined)

const canonical = (text: string): string => text.toLowerCase().replace(/(?<=.)\.$/, "")

/**
 * Pattern of names: labels separated by dots, of which `*` matches one or more whole labels. `*.example.com` matches all
 * names below `example.com`, `example.*` matches `example.com` and `example.co.uk`, and `*` matches every name. In lower
 * case without a final dot; international labels in their A-label form.
 */
export const NamePattern = Schema.String.pipe(
  Schema.decodeTo(
    Schema.String.annotate({
      arbitraryConstraint: { patterns: [{ source: "^(?:\\*|[a-z]{1,8})(?:\\.[a-z]{2,8}){0,2}$", flags: "" }] }
    }),
    {
      decode: SchemaGetter.transformEffect((text: string, options) => {
        const pattern = canonical(text)
        const message = patternProblem(pattern)
        return message === undefined
          ? Effect.succeed(pattern)
          : Effect.fail(new SchemaIssue.InvalidValue({ message, issueType: "value_error" }, text, options))
      }),
      encode: SchemaGetter.passthrough()
    }
  )
).annotate({ identifier: "NamePattern" })
export type NamePattern = typeof NamePattern.Type
