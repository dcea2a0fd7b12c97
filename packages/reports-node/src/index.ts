export { invoiceFormats } from "./invoiceFormats.ts"
export { reportFolder } from "./reportFolder.ts"
export { reportFormats } from "./reportFormats.ts"
