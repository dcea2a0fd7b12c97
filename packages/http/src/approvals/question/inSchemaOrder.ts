import { canonicalJson } from "@namewright/core/shared"
import { Option, Schema } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

type Reorder = (body: unknown) => Option.Option<unknown>

const reorders = new WeakMap<HttpApiEndpoint.Top, Reorder>()

/** Body with its members in the order of the operation's schemas, so that its caller cannot hide one by position. */
export const inSchemaOrder = (endpoint: HttpApiEndpoint.Top, body: unknown): unknown => {
  const reorder = reorders.get(endpoint) ?? reorderOf(endpoint)
  reorders.set(endpoint, reorder)
  const original = canonicalJson(body)
  return Option.getOrElse(Option.filter(reorder(body), (ordered) => canonicalJson(ordered) === original), () => body)
}

/** Reorders members by the wire form of the schemas, which changes only the order. */
const reorderOf = ({ payload }: HttpApiEndpoint.Top): Reorder => {
  const schemas = payload.get("application/json")?.schemas
  if (schemas === undefined) return Option.some
  const wire = Schema.toEncoded(Schema.Union(schemas as ReadonlyArray<Schema.Top>))
  return Schema.decodeUnknownOption(wire as Schema.Codec<unknown, unknown>, { onExcessProperty: "error" })
}
