/**
 * The version of the agreements that the site shows, the day it came into force. Users who register accept it by this name;
 * with a change of the texts it becomes another.
 */
export const agreementVersion = '2026-11-23';
