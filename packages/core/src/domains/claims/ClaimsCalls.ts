import { call, type CallOptions, type CallsFor, inBody, type InputOf, type JsonOf } from "../../shared/index.ts"
import { ClaimsAcceptances } from "./ClaimsAcceptances.ts"
import { ClaimsNotices, ClaimsNoticesRequest } from "./ClaimsNoticeView.ts"

export interface ClaimsNoticesJson extends JsonOf<typeof ClaimsNotices> {}
export interface ClaimsNoticesInput extends InputOf<typeof ClaimsNoticesRequest> {}

export interface ClaimsCalls {
  /**
   * Returns the trademark notice of the claims key that `check` returned for a name. To register the name, show the notice
   * to the registrant, and send its hash within 48 hours.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_CLAIMS_NOTICE_NOT_FOUND, ERROR_CLAIMS_SERVICE_ERROR
   *
   * @example
   * const [checked] = await caller.domains.check(["example.com"])
   * const { claims_notices } = await caller.domains.claimsNotices({ claims_keys: [checked?.claims_key ?? ""] })
   * console.log(claims_notices[0]?.rendered_html, claims_notices[0]?.claims_notice_acceptance_hash)
   */
  readonly claimsNotices: (request: ClaimsNoticesInput, options?: CallOptions) => Promise<ClaimsNoticesJson>
}

export const claimsCalls = {
  claimsNotices: call(
    [inBody(ClaimsNoticesRequest)],
    ClaimsNotices,
    (request) => ClaimsAcceptances.use((acceptances) => acceptances.notices(request))
  )
} satisfies CallsFor<ClaimsCalls>
