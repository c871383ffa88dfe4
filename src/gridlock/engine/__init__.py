"""The games as a program that speaks UGI, the Universal Game Interface."""
