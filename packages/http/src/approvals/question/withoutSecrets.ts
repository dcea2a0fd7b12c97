import { Predicate } from "effect"

/** Members whose values are for nobody's eyes. Names are exact: a name of the caller's choice hides nothing. */
const secrets: ReadonlySet<string> = new Set(["auth_code", "client_secret", "password", "secret"])

const hidden = "(not shown)"

/** A value whose secret members are masked, at every depth: commands of a batch contain them as well. */
export const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  return Predicate.isObject(value)
    ? Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, secrets.has(name) ? hidden : withoutSecrets(inner)])
    )
    : value
}
