import { Layer } from "effect"
import { BrandingAssets } from "./BrandingAssets.ts"
import { BrandingDocuments } from "./BrandingDocuments.ts"
import { BrandingEmails } from "./BrandingEmails.ts"

/** Services of the slice. Open are its stores, the object log and transactions. */
export const brandingServices = Layer.mergeAll(BrandingAssets.layer, BrandingDocuments.layer, BrandingEmails.layer)
