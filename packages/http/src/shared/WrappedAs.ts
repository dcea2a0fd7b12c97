import { Context } from "effect"

/**
 * Object form of an array response, requested by `?wrap=true` or `Accept: application/vnd.wrapped+json`:
 * `endpoint.annotate(WrappedAs, (tlds) => ({ tlds }))`.
 */
export const WrappedAs = Context.Reference<((items: ReadonlyArray<unknown>) => unknown) | undefined>(
  "@namewright/http/shared/WrappedAs",
  { defaultValue: () => undefined }
)
