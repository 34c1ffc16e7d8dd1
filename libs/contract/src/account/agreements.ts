/**
 * The version of the agreements shown on the site, named after the day it came into force. Users who register accept it
 * by this name; changed texts get a new one.
 */
export const agreementVersion = '2026-11-23';
