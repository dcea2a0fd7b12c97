import { Layer } from "effect"
import { BrandingDocuments } from "./BrandingDocuments.ts"
import { BrandingEmails } from "./BrandingEmails.ts"

/** Services of the slice. Open are its store, the object log and transactions. */
export const brandingServices = BrandingEmails.layer.pipe(Layer.provideMerge(BrandingDocuments.layer))
