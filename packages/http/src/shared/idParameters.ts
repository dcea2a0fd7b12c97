import { Schema, SchemaAST } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

/** Names of an endpoint's path parameters that are ids of objects. */
export const idParameters = ({ params }: HttpApiEndpoint.Top): ReadonlyArray<string> =>
  params === undefined || !SchemaAST.isObjects(params.ast)
    ? []
    : params.ast.propertySignatures
      .filter(({ type }) => Schema.resolveAnnotations(Schema.make<Schema.Top>(type))?.["format"] === "typeid")
      .map(({ name }) => String(name))

/**
 * True if all segments have the form of an id, `prefix_suffix`, whether valid or not. Other segments belong to paths
 * that do not exist.
 */
export const nameIds = (
  names: ReadonlyArray<string>,
  segments: Readonly<Record<string, string | undefined>>
): boolean => names.every((name) => /^[a-z_]+_[^_-]*$/i.test(segments[name] ?? ""))
