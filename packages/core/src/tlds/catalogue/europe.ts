/** The member states of the European Union, by ISO 3166-1. */
export const europeanUnion = [
  "AT",
  "BE",
  "BG",
  "CY",
  "CZ",
  "DE",
  "DK",
  "EE",
  "ES",
  "FI",
  "FR",
  "GR",
  "HR",
  "HU",
  "IE",
  "IT",
  "LT",
  "LU",
  "LV",
  "MT",
  "NL",
  "PL",
  "PT",
  "RO",
  "SE",
  "SI",
  "SK"
] as const

/** The European Economic Area. */
export const europeanEconomicArea = [...europeanUnion, "IS", "LI", "NO"] as const
