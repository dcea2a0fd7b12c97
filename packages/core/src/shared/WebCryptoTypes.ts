/**
 * Types of Web Crypto that the declarations of `effect/Schema` name. `lib.dom` declares them and `@types/node` does not,
 * so a host without `dom` could not check declarations. With `dom` the interfaces merge, and add nothing.
 */
declare global {
  interface CryptoKey {}
  interface JsonWebKey {}
}

/** The declared types. Exporting them loads the declarations for everybody who imports the package. */
export type WebCryptoTypes = CryptoKey | JsonWebKey
