import { Effect, Schema, SchemaGetter, SchemaIssue } from "effect"
import { idnLabelProblem } from "./IdnLabel.ts"
import { limits } from "./Limits.ts"

/**
 * Canonical form of a name: lower case without the final dot. Only ASCII letters change. Some other characters have
 * ASCII letters as their lower case and must not become part of a name.
 */
export const normalise = (text: string): string =>
  isUsual(text) ? text : text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()).replace(/\.$/, "")

/**
 * Fast path for most names: lower case, no international labels, letters in the last label. A batch contains hundreds
 * of thousands of names.
 */
const isUsual = (text: string): boolean =>
  text.length <= limits.domainName.maximum
  && /^(?:(?!..--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(text)

/**
 * Describes the problem of a normalised domain name; undefined if it is valid. Labels are letters, digits and hyphens,
 * 1 to 63 octets, 253 octets in total (RFC 1035, section 2.3.4). `--` in the third and fourth position is allowed only
 * in A-labels with a valid U-label (RFC 5891, section 4.2).
 */
export const domainNameProblem = (name: string): string | undefined => {
  if (isUsual(name)) return undefined
  if (name.length > limits.domainName.maximum) return `A domain name has at most ${limits.domainName.maximum} octets`
  const labels = name.split(".")
  if (labels.length < 2) return "A domain name has at least two labels"
  for (const label of labels) {
    const problem = labelProblem(label)
    if (problem !== undefined) return problem
  }
  return /\.[0-9]+$/.test(name) ? "The last label of a domain name is not a number" : undefined
}

const labelProblem = (label: string): string | undefined => {
  if (label === "") return "A label is empty"
  if (label.length > limits.domainName.label) return `A label has at most ${limits.domainName.label} octets`
  if (!/^[a-z0-9-]+$/.test(label)) {
    return "A domain name holds only ASCII letters, digits and hyphens; write international names in their xn-- form"
  }
  if (label.startsWith("-") || label.endsWith("-")) return "A label does not begin or end with a hyphen"
  if (label.startsWith("xn--")) return idnLabelProblem(label)
  return label.slice(2, 4) === "--" ? "Hyphens in the third and fourth place mark an A-label (xn--)" : undefined
}

const normalised = (brand: (name: string) => string | undefined) =>
  Schema.String.pipe(
    Schema.decodeTo(
      Schema.String,
      {
        decode: SchemaGetter.transformEffect((text: string, options) => {
          const name = normalise(text)
          const problem = brand(name)
          return problem === undefined
            ? Effect.succeed(name)
            : Effect.fail(new SchemaIssue.InvalidValue({ message: problem, issueType: "value_error" }, text, options))
        }),
        encode: SchemaGetter.passthrough()
      }
    )
  )

/** A registrable or longer domain name in ASCII, lower case, without the final dot. */
export const DomainName = normalised(domainNameProblem).pipe(Schema.brand("DomainName")).annotate({
  identifier: "DomainName"
})
export type DomainName = typeof DomainName.Type

/** Name of a host: a domain name of at least two labels. Source: REST specification, "Host object". */
export const Hostname = normalised(domainNameProblem).pipe(Schema.brand("Hostname")).annotate({
  identifier: "Hostname"
})
export type Hostname = typeof Hostname.Type

/** All names one label below a host, such as `*.example.com`. Source: RFC 4592, section 2.1.1. */
export const WildcardName = normalised((name) =>
  name.startsWith("*.") ? domainNameProblem(name.slice(2)) : "A wildcard begins with *."
).pipe(Schema.brand("WildcardName")).annotate({ identifier: "WildcardName" })
export type WildcardName = typeof WildcardName.Type

/** The names above `name`, nearest first: `a.b.example.com` has `b.example.com`, `example.com` and `com`. */
export const ancestors = (name: string): ReadonlyArray<string> => {
  const labels = name.split(".")
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join("."))
}

/** True if `name` is `parent` or a name below it. */
export const isWithin = (name: string, parent: string): boolean => name === parent || name.endsWith(`.${parent}`)
