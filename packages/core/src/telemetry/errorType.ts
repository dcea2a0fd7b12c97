import { Cause, Predicate } from "effect"

/** Text that can be the name of a class of errors. Others may be messages. */
const isName = (value: unknown): value is string => Predicate.isString(value) && /^[\w.:-]{1,80}$/.test(value)

/**
 * The class of a failure, for the attribute `error.type`: a code of the catalogue, the reason of a registry or of a
 * database driver, or the name of an error. Never its message.
 */
export const errorType = (cause: Cause.Cause<unknown>): string => typeOf(Cause.squash(cause))

const typeOf = (error: unknown): string => {
  if (!Predicate.isObject(error)) return "_OTHER"
  const { _tag, code, name, reason }: Record<string, unknown> = error as never
  if (isName(code)) return code
  if (isName(reason)) return reason
  if (Predicate.hasProperty(reason, "_tag") && isName(reason._tag)) return reason._tag
  if (isName(_tag)) return _tag
  return isName(name) ? name : "_OTHER"
}
