import unittest

from backend.models import User
from backend.users import UnknownUser, UserService, get_user_info


class UserTests(unittest.TestCase):
    def setUp(self):
        self.service = UserService([User(7, "Ada", "ada@example.org", is_admin=True)])

    def test_info_hides_the_email(self):
        info = get_user_info(self.service, 7)
        self.assertEqual(info, {"id": 7, "name": "Ada", "guest": False})

    def test_nobody_signed_in_is_a_guest(self):
        self.assertTrue(get_user_info(self.service, 0)["guest"])

    def test_unknown_id(self):
        with self.assertRaises(UnknownUser):
            self.service.find(8)

    def test_rename_trims(self):
        self.assertEqual(self.service.rename(7, " Ada L. ").name, "Ada L.")
