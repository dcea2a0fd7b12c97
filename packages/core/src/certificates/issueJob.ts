import { Duration } from "effect"
import type { SystemJob } from "../jobs/index.ts"
import type { CertificateId } from "./Certificate.ts"

export const issueKind = "certificate_issue"

/** Time after which a certificate without an outcome of its job is due again. */
export const jobLease = Duration.minutes(30)

/** Job on one certificate: an order, its outcome, or a look at the renewal information. At most one is open. */
export const issueJob = (certificate_id: CertificateId): SystemJob => ({
  kind: issueKind,
  organization_id: null,
  payload: { certificate_id },
  ordering_key: `certificate ${certificate_id}`,
  key: certificate_id
})
