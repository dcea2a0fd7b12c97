import { Layer } from "effect"
import { AuthorityAccounts } from "./AuthorityAccounts.ts"
import { CertificateChecks } from "./CertificateChecks.ts"
import { CertificateIssuance } from "./CertificateIssuance.ts"
import { CertificateJobs } from "./CertificateJobs.ts"
import { CertificateRenewals } from "./CertificateRenewals.ts"
import { Certificates } from "./Certificates.ts"
import { ChallengeResponses } from "./ChallengeResponses.ts"
import { IssuedCertificates } from "./IssuedCertificates.ts"

/** Services of the slice. Open are its stores, the authorities, jobs, events and sealed secrets. */
export const certificateServices = Layer.mergeAll(
  Certificates.layer,
  CertificateJobs,
  ChallengeResponses.layer,
  IssuedCertificates.layer
).pipe(
  Layer.provideMerge(CertificateIssuance.layer),
  Layer.provideMerge(Layer.mergeAll(AuthorityAccounts.layer, CertificateChecks.layer, CertificateRenewals.layer))
)
