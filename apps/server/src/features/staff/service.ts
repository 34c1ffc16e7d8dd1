export { addMember, type IssuedPassword, resetMember, type StaffCommand, setMemberAccess } from './command.ts';
export { ensureStaff } from './members.ts';
export {
  beginStaffFactor,
  changeStaffPassword,
  confirmStaffFactor,
  proveStaff,
  staffLogout,
  staffMe,
} from './own-access.ts';
export { staffEnrol, staffEnrolled, staffLogin, staffLoginCode } from './sign-in.ts';
export { listStaff as listMembers } from './store.ts';
