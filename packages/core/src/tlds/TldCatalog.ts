import { Context, type Effect, type Option } from "effect"
import type { DomainName } from "../shared/index.ts"
import type { TldSpec } from "./TldSpec.ts"

/** Picks one stored version of a specification. */
export interface TldSelection {
  readonly backend?: string | undefined
  readonly customer_spec_ref?: string | undefined
  readonly version?: number | undefined
}

/** A name split at the suffix under which its specification is filed: `www.example.co.uk` is not one. */
export interface FiledName {
  readonly spec: TldSpec
  /** The registry suffix, `co.uk` or `com`. */
  readonly tld: string
  /** The label before it. */
  readonly sld: string
}

/** What each TLD allows, as versioned data. No rights are checked here. */
export class TldCatalog extends Context.Service<TldCatalog, {
  /** The newest specification of a TLD, or the selected one; `tld` without dot, any case. */
  readonly find: (tld: string, selection?: TldSelection) => Effect.Effect<Option.Option<TldSpec>>
  /** The specification a registrable name falls under; none when the TLD is not sold or the name is no direct child. */
  readonly file: (name: DomainName) => Effect.Effect<Option.Option<FiledName>>
  /** The newest specification of every TLD, sorted by name. */
  readonly list: Effect.Effect<ReadonlyArray<TldSpec>>
}>()("@namewright/core/tlds/TldCatalog") {}
