import { productNameOf } from "./makeWhitelabelCharges.ts"
import type { OrderedWhitelabel } from "./Whitelabel.ts"
import type { StoredWhitelabel } from "./WhitelabelState.ts"

/** Response to the order of a configuration. */
export const orderedWhitelabel = (
  { subscription_id, tier, whitelabel_branding_id }: StoredWhitelabel
): OrderedWhitelabel => ({
  product_name: productNameOf(tier),
  subscribable_id: whitelabel_branding_id,
  subscription_id
})
