import { call, type CallOptions, type CallsFor, inBody, type InputOf, type JsonOf } from "../../shared/index.ts"
import {
  ChangeWhitelabel,
  CreateWhitelabel,
  OrderedWhitelabel,
  RecheckWhitelabel,
  UpgradeWhitelabel,
  WhitelabelBranding
} from "./Whitelabel.ts"
import { Whitelabels } from "./Whitelabels.ts"

export interface WhitelabelBrandingJson extends JsonOf<typeof WhitelabelBranding> {}
export interface OrderedWhitelabelJson extends JsonOf<typeof OrderedWhitelabel> {}
export type CreateWhitelabelInput = InputOf<typeof CreateWhitelabel>
export interface ChangeWhitelabelInput extends InputOf<typeof ChangeWhitelabel> {}
export interface UpgradeWhitelabelInput extends InputOf<typeof UpgradeWhitelabel> {}
export interface RecheckWhitelabelInput extends InputOf<typeof RecheckWhitelabel> {}

/** White-label configuration of the organization: its hosts, and their paid term. */
export interface WhitelabelCalls {
  /**
   * Returns the white-label configuration, with the state of its onboarding.
   *
   * Rights: `whitelabel_branding:view`.
   *
   * @throws ERROR_WHITELABEL_NOT_FOUND
   *
   * @example
   * const { hostname, onboarding_status } = await caller.branding.configuration()
   */
  readonly configuration: (options?: CallOptions) => Promise<WhitelabelBrandingJson>
  /**
   * Creates a white-label configuration for a month or a year. Jobs set its hosts up; the price is charged when they are
   * served.
   *
   * Rights: `whitelabel_branding:manage`.
   *
   * @throws ERROR_WHITELABEL_BASE_ZONE_MISSING, ERROR_WHITELABEL_LABEL_INVALID, ERROR_WHITELABEL_LABEL_TAKEN,
   * ERROR_WHITELABEL_STATE, ERROR_PRODUCT_NOT_AVAILABLE, ERROR_PRICE_UNAVAILABLE, ERROR_BILLING_INSUFFICIENT_FUNDS
   *
   * @example
   * await caller.branding.create({ tier: "base", label: "acme", period: { unit: "y", value: 1 } })
   */
  readonly create: (request: CreateWhitelabelInput, options?: CallOptions) => Promise<OrderedWhitelabelJson>
  /**
   * Changes the label, serves or withdraws the hosts, or sets the renewal mode.
   *
   * Rights: `whitelabel_branding:manage`.
   *
   * @throws ERROR_WHITELABEL_NOT_FOUND, ERROR_WHITELABEL_LABEL_INVALID, ERROR_WHITELABEL_LABEL_TAKEN,
   * ERROR_WHITELABEL_LABEL_LIMIT, ERROR_WHITELABEL_STATE
   *
   * @example
   * await caller.branding.update({ renewal_mode: "expire" })
   */
  readonly update: (request: ChangeWhitelabelInput, options?: CallOptions) => Promise<WhitelabelBrandingJson>
  /**
   * Adds hosts of an own domain: tier `plus`, for the same term. A term of a year costs a fee for its remaining months.
   *
   * Rights: `whitelabel_branding:manage`.
   *
   * @throws ERROR_WHITELABEL_NOT_FOUND, ERROR_WHITELABEL_STATE, ERROR_PRODUCT_NOT_AVAILABLE,
   * ERROR_PRICE_UNAVAILABLE, ERROR_BILLING_INSUFFICIENT_FUNDS
   *
   * @example
   * await caller.branding.upgrade({ hostname: "example.com", auth_subdomain: "login", dashboard_subdomain: "portal" })
   */
  readonly upgrade: (request: UpgradeWhitelabelInput, options?: CallOptions) => Promise<OrderedWhitelabelJson>
  /**
   * Checks and sets up the hosts again. An own domain can be replaced until its hosts are set up.
   *
   * Rights: `whitelabel_branding:manage`.
   *
   * @throws ERROR_WHITELABEL_NOT_FOUND, ERROR_WHITELABEL_STATE
   *
   * @example
   * await caller.branding.recheck({ hostname: "example.net", auth_subdomain: "login" })
   */
  readonly recheck: (request: RecheckWhitelabelInput, options?: CallOptions) => Promise<WhitelabelBrandingJson>
  /**
   * Sets a terminated configuration up again, for the restore fee and another term.
   *
   * Rights: `whitelabel_branding:manage`.
   *
   * @throws ERROR_WHITELABEL_NOT_FOUND, ERROR_WHITELABEL_BASE_ZONE_MISSING, ERROR_WHITELABEL_LABEL_TAKEN,
   * ERROR_WHITELABEL_STATE, ERROR_PRODUCT_NOT_AVAILABLE, ERROR_PRICE_UNAVAILABLE, ERROR_BILLING_INSUFFICIENT_FUNDS
   *
   * @example
   * await caller.branding.restore()
   */
  readonly restore: (options?: CallOptions) => Promise<WhitelabelBrandingJson>
}

export const whitelabelCalls = {
  configuration: call([], WhitelabelBranding, () => Whitelabels.use((whitelabels) => whitelabels.get)),
  create: call(
    [inBody(CreateWhitelabel)],
    OrderedWhitelabel,
    (request) => Whitelabels.use((whitelabels) => whitelabels.create(request))
  ),
  update: call(
    [inBody(ChangeWhitelabel)],
    WhitelabelBranding,
    (request) => Whitelabels.use((whitelabels) => whitelabels.update(request))
  ),
  upgrade: call(
    [inBody(UpgradeWhitelabel)],
    OrderedWhitelabel,
    (request) => Whitelabels.use((whitelabels) => whitelabels.upgrade(request))
  ),
  recheck: call(
    [inBody(RecheckWhitelabel)],
    WhitelabelBranding,
    (request) => Whitelabels.use((whitelabels) => whitelabels.recheck(request))
  ),
  restore: call([], WhitelabelBranding, () => Whitelabels.use((whitelabels) => whitelabels.restore))
} satisfies CallsFor<WhitelabelCalls>
