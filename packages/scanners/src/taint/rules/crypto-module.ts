/** Callees of the modules that digest and encrypt, by import or by their usual name. */
export const cryptoModule =
  /^(crypto|node:crypto|crypto-js|browserify-cipher|create-hash|sha1|md5|crypto-browserify):|^(crypto|nodeCrypto|CryptoJS|forge)\./;
