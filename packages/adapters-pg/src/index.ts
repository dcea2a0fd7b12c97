export { layer, type Options } from "./layer.ts"
