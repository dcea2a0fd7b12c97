import { Schema } from "effect"
import { UserId } from "../access/index.ts"

/** Address at which a link arrived. */
export const AddressSide = Schema.Literals(["old", "new"])
export type AddressSide = typeof AddressSide.Type

/** A change of the address of a user that is not confirmed yet. A user has at most one. */
export const AddressChange = Schema.Struct({
  change_id: Schema.String,
  old_email: Schema.String,
  new_email: Schema.String,
  /** Addresses that have to confirm: not the old one if the caller may replace a lost address. */
  confirmed_at: Schema.Literals(["both", "new"]),
  /** Addresses that have confirmed the change. */
  confirmed: Schema.Array(AddressSide),
  /** Digest of the user's credentials at the request. A changed password or authenticator ends the change. */
  credentials: Schema.String
})
export type AddressChange = typeof AddressChange.Type

/** Stored content of a link about a change. */
export const AddressLink = Schema.Struct({ user_id: UserId, change_id: Schema.String, side: AddressSide })
export type AddressLink = typeof AddressLink.Type

/** True if the addresses that have to confirm a change have done so. */
export const isConfirmed = ({ confirmed, confirmed_at }: AddressChange): boolean =>
  confirmed.includes("new") && (confirmed_at === "new" || confirmed.includes("old"))

/** A change as the page of a link shows it. */
export interface ShownAddressChange extends Pick<AddressChange, "old_email" | "new_email" | "confirmed"> {
  readonly username: string
  readonly side: AddressSide
}
