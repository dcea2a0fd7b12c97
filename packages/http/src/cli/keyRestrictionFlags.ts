import { IpNetworkText, type KeyRestrictions, RestrictedObjectId, RrsetRestriction } from "@namewright/core/access"
import { NamePattern, TypeId } from "@namewright/core/shared"
import { Schema, SchemaTransformation } from "effect"
import { Flag } from "effect/cli"

const repeated = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(`${description}; repeatable`))

/** `NAME` or `NAME=TYPE,TYPE`. */
const RrsetText = Schema.String.pipe(
  Schema.decodeTo(
    Schema.toEncoded(RrsetRestriction),
    SchemaTransformation.transform({
      decode: (text): typeof RrsetRestriction.Encoded => {
        const [name = "", types] = text.split("=", 2)
        return types === undefined ? { name } : { name, types: types.split(",") }
      },
      encode: ({ name, types }) => types === undefined || types === null ? name : `${name}=${types.join(",")}`
    })
  ),
  Schema.decodeTo(RrsetRestriction)
)

/** Flags of the restrictions of an API key. */
export const keyRestrictionFlags = {
  onlyIds: repeated("only-id", "ID", "Zone or domain to which the key is restricted").pipe(
    Flag.withSchema(RestrictedObjectId),
    Flag.atLeast(0)
  ),
  onlyTags: repeated("only-tag", "ID", "Tag of the zones and domains to which the key is restricted").pipe(
    Flag.withSchema(TypeId.schema("tag")),
    Flag.atLeast(0)
  ),
  onlyNames: repeated("only-name", "PATTERN", "Names of zones and domains, such as *.example.com").pipe(
    Flag.withSchema(NamePattern),
    Flag.atLeast(0)
  ),
  onlyRrsets: repeated("only-rrset", "NAME[=TYPE,...]", "RRsets that the key may change, such as _acme-challenge.*=TXT")
    .pipe(Flag.withSchema(RrsetText), Flag.atLeast(0)),
  networks: repeated("network", "NETWORK", "Network from which the key is accepted").pipe(
    Flag.withSchema(IpNetworkText),
    Flag.atLeast(0)
  )
}

interface RestrictionFlags {
  readonly onlyIds: ReadonlyArray<string>
  readonly onlyTags: ReadonlyArray<string>
  readonly onlyNames: ReadonlyArray<string>
  readonly onlyRrsets: ReadonlyArray<typeof RrsetRestriction.Type>
  readonly networks: ReadonlyArray<string>
}

/** Restrictions of the flags; null without any. */
export const restrictionsOf = (
  { networks, onlyIds, onlyNames, onlyRrsets, onlyTags }: RestrictionFlags
): KeyRestrictions | null => {
  const restrictions: KeyRestrictions = {
    ...(onlyIds.length === 0 ? {} : { ids: onlyIds }),
    ...(onlyTags.length === 0 ? {} : { tag_ids: onlyTags }),
    ...(onlyNames.length === 0 ? {} : { names: onlyNames }),
    ...(onlyRrsets.length === 0 ? {} : { rrsets: onlyRrsets }),
    ...(networks.length === 0 ? {} : { networks })
  }
  return Object.keys(restrictions).length === 0 ? null : restrictions
}
