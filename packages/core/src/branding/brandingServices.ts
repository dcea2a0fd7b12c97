import { Layer } from "effect"
import { BrandingAssets } from "./BrandingAssets.ts"
import { BrandingDocuments } from "./BrandingDocuments.ts"
import { BrandingEmails } from "./BrandingEmails.ts"
import { BrandStyles } from "./BrandStyles.ts"
import {
  Onboarding,
  OwnDomainChecks,
  ServedHostLookup,
  WhitelabelJobs,
  WhitelabelOverview,
  Whitelabels,
  WhitelabelTerms
} from "./configuration/index.ts"
import { PageBrands } from "./PageBrands.ts"
import { BrandingSenders } from "./sender/BrandingSenders.ts"
import { SenderTimetable } from "./sender/SenderTimetable.ts"

/** White-label configurations. Open are their store, zones, certificates, the realm, billing and jobs. */
const configurations = Layer.mergeAll(BrandStyles.layer, PageBrands.layer, WhitelabelOverview.layer, Whitelabels.layer)
  .pipe(
    Layer.provideMerge(WhitelabelJobs),
    Layer.provideMerge(
      Layer.mergeAll(ServedHostLookup.layer, Onboarding.layer, OwnDomainChecks.layer, WhitelabelTerms.layer)
    )
  )

/** Services of the slice. Open are its stores, the object log, transactions, and the services that configurations use. */
export const brandingServices = Layer.mergeAll(
  BrandingAssets.layer,
  BrandingDocuments.layer,
  BrandingEmails.layer,
  configurations,
  SenderTimetable.pipe(Layer.provideMerge(BrandingSenders.layer))
)
