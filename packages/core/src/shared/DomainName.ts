import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { idnLabelProblem } from "./IdnLabel.ts"
import { limits } from "./Limits.ts"

/**
 * Lower case without the final dot, the form in which names are compared and stored. Only ASCII letters change: other
 * characters, some of which have ASCII small letters, must not become part of a name.
 */
export const normalise = (text: string): string =>
  isUsual(text) ? text : text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()).replace(/\.$/, "")

/**
 * Most names, recognised at once: in lower case, without international labels and with letters at their end. A batch has
 * hundreds of thousands of them.
 */
const isUsual = (text: string): boolean =>
  text.length <= limits.domainName.maximum
  && /^(?:(?!..--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(text)

/**
 * What is wrong with a normalised domain name, in words; undefined when nothing is. Letters, digits and hyphens;
 * labels of 1 to 63 octets, 253 in all (RFC 1035, section 2.3.4); `--` in the third and fourth place only in an
 * A-label, whose U-label must be valid (RFC 5891, section 4.2).
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
      SchemaTransformation.transformEffect({
        decode: (text, options) => {
          const name = normalise(text)
          const problem = brand(name)
          return problem === undefined
            ? Effect.succeed(name)
            : Effect.fail(new SchemaIssue.InvalidValue({ message: problem, issueType: "value_error" }, text, options))
        },
        encode: (name) => Effect.succeed(name)
      })
    )
  )

/** A registrable or longer domain name in ASCII, lower case, without the final dot. */
export const DomainName = normalised(domainNameProblem).pipe(Schema.brand("DomainName")).annotate({
  identifier: "DomainName"
})
export type DomainName = typeof DomainName.Type

/** The name of a host: a domain name of at least two labels. Source: REST specification, "Host object". */
export const Hostname = normalised(domainNameProblem).pipe(Schema.brand("Hostname")).annotate({
  identifier: "Hostname"
})
export type Hostname = typeof Hostname.Type

/** The names above `name`, nearest first: `a.b.example.com` has `b.example.com`, `example.com` and `com`. */
export const ancestors = (name: string): ReadonlyArray<string> => {
  const labels = name.split(".")
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join("."))
}

/** Whether `name` is `parent` or lies below it. */
export const isWithin = (name: string, parent: string): boolean => name === parent || name.endsWith(`.${parent}`)
