import { relyingPartyOf } from "@namewright/core/access"
import type { RealmUrls } from "./RealmUrls.ts"

/** True if browsers offer passkeys at this installation. */
export const offersPasskeys = ({ urls }: { readonly urls: RealmUrls }): boolean =>
  relyingPartyOf({ base_url: urls.origin }) !== undefined
