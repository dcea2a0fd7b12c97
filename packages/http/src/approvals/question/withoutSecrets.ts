import { Predicate } from "effect"

/** Names of secret members. They match exactly, so that a caller cannot hide a member by its name. */
const secrets: ReadonlySet<string> = new Set([
  "allocation_token",
  "auth_code",
  "client_secret",
  "credentials",
  "password",
  "secret"
])

const hidden = "(not shown)"

/** Masks the secret members of a value at every depth, such as in the commands of a batch. */
export const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  return Predicate.isObject(value)
    ? Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, secrets.has(name) ? hidden : withoutSecrets(inner)])
    )
    : value
}
