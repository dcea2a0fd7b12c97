/** 1 to 99 years or months. */
export interface EppPeriod {
  readonly value: number
  readonly unit: "y" | "m"
}
