import { Predicate } from "effect"

/** Members with secret values. Names are matched exactly, so that callers cannot hide other members. */
const secrets: ReadonlySet<string> = new Set(["auth_code", "client_secret", "password", "secret"])

const hidden = "(not shown)"

/** Value with masked secrets at every depth, such as in commands of a batch. */
export const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  return Predicate.isObject(value)
    ? Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, secrets.has(name) ? hidden : withoutSecrets(inner)])
    )
    : value
}
