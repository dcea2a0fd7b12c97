import type { ContactRole } from "@namewright/core/shared"
import { type Holder, type HolderContact, TldCatalog, type TldSpec } from "@namewright/core/tlds"
import { Effect, Option } from "effect"

/** Contact of a test, by default a German company. */
export const contact = (differences: Partial<HolderContact> = {}): HolderContact => ({
  contact_id: "contact_1",
  first_name: "Erika",
  last_name: "Mustermann",
  org: "Beispiel GmbH",
  state: null,
  postal_code: "10115",
  country: "DE",
  ...differences
})

export const holder = (
  contact_type: ContactRole,
  differences: Partial<HolderContact> = {},
  attributes: Readonly<Record<string, string>> = {}
): Holder => ({ contact_type, contact: contact(differences), attributes })

/** The built-in specification of a TLD. */
export const specOf = (tld: string): Effect.Effect<TldSpec> =>
  Effect.flatMap(TldCatalog, ({ find }) => find(tld)).pipe(
    Effect.map(Option.getOrThrow),
    Effect.provide(TldCatalog.layer)
  )

/** Sorted pointers of problems. */
export const pointers = (issues: ReadonlyArray<{ readonly pointer: string }>): ReadonlyArray<string> =>
  issues.map(({ pointer }) => pointer).toSorted()
