export { beginLogin, enter } from './enter.ts';
export { login, loginByPhone } from './login.ts';
export { registerPhone } from './register-phone.ts';
export { deleteBindings } from './third-store.ts';
